import { ours } from '../ours';

/** Pages that a mailed link opens, and the one that asks for such a link. */
export const mailedLinks = {
  forgotTitle: ours('Forgot your password?'),
  forgotSentence: ours('Tell us your email, and we send you a link to set another one.'),
  send: ours('Send Link'),
  sentTitle: ours('Look into your mail'),
  sent: (email: string) =>
    ours(
      `If ${email} has an account, a link is on its way. It works once, for 30 minutes, and only the newest one works.`,
    ),
  sendFailed: ours('We are unable to send the link now. Please try again!'),
  confirmTitle: ours('Confirm your address'),
  confirmSentence: ours('Enter the password that you chose when you signed up.'),
  confirm: ours('Confirm Address'),
  confirmed: ours('Your address is confirmed. Please login.'),
  confirmWrongPassword: ours(
    'This is not the password that you chose when you signed up. If you did not sign up yourself, there is nothing to do.',
  ),
  confirmFailed: ours('We are unable to confirm your address now. Please try again!'),
  confirmBroken: ours(
    'This link was used already, is older than 24 hours, or a newer one was sent. If you cannot login, try it with your password: we send you another link, or sign up again.',
  ),
  resetTitle: ours('Set another password'),
  resetSentence: ours('You are logged out on all devices, and login with the new one.'),
  newPassword: ours('New password'),
  reset: ours('Set Password'),
  resetDone: ours('Your password was changed. Please login.'),
  resetFailed: ours('We are unable to change your password now. Please try again!'),
  resetBroken: ours(
    'This link was used already, is older than 30 minutes, or a newer one was sent. Ask for another one.',
  ),
  another: ours('Send Another Link'),
  toLogin: ours('Back to login'),
} as const;

/** One's own account. */
export const account = {
  edit: ours('Edit Profile'),
  editHint: ours('Your name, picture and description'),
  password: ours('Change Password'),
  passwordHint: ours('Your other devices are logged out'),
  sessions: ours('Where You Are Logged In'),
  sessionsHint: ours('Your devices, and logging them out'),
  description: ours('About you'),
  descriptionHint: ours('Colleagues may read it.'),
  save: ours('Save'),
  saved: ours('Profile Updated Successfully.'),
  saveFailed: ours('We are unable to update your profile. Please try again!'),
  pictureSaved: ours('Your picture was changed.'),
  pictureRemoved: ours('Your picture was removed.'),
  pictureHint: ours('JPEG, PNG or WebP. Its middle is shown.'),
  oldPassword: ours('Current password'),
  oldPasswordRequired: ours('Please enter your current password.'),
  oldPasswordWrong: ours('This is not your current password.'),
  newPassword: ours('New password'),
  passwordSentence: ours('Your other devices are logged out. This one stays logged in.'),
  changed: ours('Your password was changed.'),
  changeFailed: ours('We are unable to change your password now. Please try again!'),
  thisDevice: ours('This device'),
  unknownDevice: ours('Unknown device'),
  since: (when: string) => ours(`Since ${when}`),
  lastUsed: (when: string) => ours(`last used ${when}`),
  end: ours('Log Out'),
  endThat: (device: string) => ours(`Log out ${device}`),
  endQuestion: (device: string) => ours(`Log out ${device}?`),
  endHint: ours('It has to login again to see anything.'),
  endOthers: ours('Log Out All Other Devices'),
  endOthersQuestion: ours('Log out all other devices?'),
  ended: ours('Logged out.'),
  endFailed: ours('We are unable to log it out now. Please try again!'),
  onlyThis: ours('You are logged in nowhere else.'),
} as const;
