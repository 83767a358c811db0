/** The title of Market History without filters; with some, it names them. */
export const MARKET_TITLE = 'Market History';

/** Titles of the screens without market data, by their names in `PATHS`. */
export const SCREEN_TITLES = {
  faq: 'FAQ',
  legal: 'Legal Notice',
  priceCheck: 'Price check',
  login: 'Login',
  register: 'Register',
  forgotPassword: 'Forgot password',
  resetPassword: 'Reset password',
  confirmAddress: 'Confirm email address',
  account: 'Account',
  inbox: 'Inbox',
  following: 'Following',
  submit: 'Submit Data',
  review: 'Review Submissions',
  admin: 'Admin',
} as const;
