import { ours } from '../ours';

export const auth = {
  loggedIn: 'Successfully Logged In!',
  wrongPassword: 'Email or Password is incorrect!',
  loginFailed: ours("We couldn't sign you in. Please try again."),
  signupFailed: 'We are unable to process your signup now. Please try again!',
  signedUp: 'Successfully Signed Up! Please Login',
  sessionExpired: 'Your session has been expired. Please login again.',
  login: ours('Login'),
  loginTitle: ours('Welcome back'),
  signUp: ours('Sign Up'),
  signUpTitle: ours('Create your account'),
  toSignUp: ours('New here? Sign Up'),
  toLogin: ours('Already have an account? Sign in'),
  rememberMe: ours('Remember me'),
  rememberMeHint: ours('If off, you are signed out when the browser closes.'),
  forgot: ours('Forgot password?'),
  mailed: (email: string) =>
    ours(`We sent a link to ${email}. Open it to confirm your email, then sign in.`),
  logout: ours('Logout'),
  logoutQuestion: ours('Are you sure you want to log out?'),
} as const;

export const fields = {
  email: ours('Email'),
  password: ours('Password'),
  passwordHint: ours('At least 10 characters.'),
  firstName: ours('First name'),
  lastName: ours('Last name'),
  phone: ours('Phone'),
  phoneHint: ours('US number, such as (212) 555-0123.'),
  emailRequired: ours('Please enter your email.'),
  emailInvalid: ours('Please enter a valid email.'),
  passwordRequired: ours('Please enter your password.'),
  passwordShort: ours('Please enter at least 10 characters.'),
  firstNameRequired: ours('Please enter your first name.'),
  lastNameRequired: ours('Please enter your last name.'),
  phoneRequired: ours('Please enter your phone number.'),
  phoneInvalid: ours('Please enter a valid phone number.'),
  showPassword: ours('Show password'),
} as const;

export const welcome = {
  title: ours('Welcome to Saffron'),
  dontShowAgain: ours("Don't show again"),
  next: ours('Next'),
  start: ours('Get Started'),
  slides: [
    {
      title: ours('See the day as it happens'),
      text: ours("Today's sales next to the same day last week, updated as checks close."),
    },
    {
      title: ours('Know what it costs'),
      text: ours('Labor, cost and profit by day and location, in one list.'),
    },
    {
      title: ours('Follow every check'),
      text: ours("From a month's total down to the items on one check."),
    },
  ],
} as const;
