export const marketing = {
  emailSent: 'Email sent to all recipients.',
  emailFailed: 'Error occured while sending email. Please try again!',
  emailQuestion: 'Are you sure that you want to send mails to those recipients?',
  textSent: 'Text messages sent to all recipients.',
  textFailed: 'Error occured while sending text message. Please try again!',
  textQuestion: 'Are you sure that you want to Send message to those recipients?',
  noRecipients: 'Sorry! You do not have any recipients added.',
  noMatch: 'Sorry! There are no recipients matching your search.',
  itemsFailed: 'Sorry! We are unable to get your items. Please try again!',
  selectLocation: 'Please select location to proceed!',
} as const;
