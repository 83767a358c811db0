/** Addresses of the screens (SPEC section 2). Nothing else in the client spells one out. */
export const PATHS = {
  market: '/',
  faq: '/faq',
  legal: '/impressum',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  account: '/account',
  submit: '/submit-data',
  review: '/review-submissions',
  admin: '/admin-panel',
  /** Older addresses of the start page. */
  dashboard: '/dashboard',
  showcase: '/data-showcase',
} as const;
