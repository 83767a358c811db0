/** Titles of the screens without market data, by their names in `PATHS`. */

export const faq = 'FAQ';
export const legal = 'Legal Notice';
export const priceCheck = 'Price check';
export const login = 'Login';
export const register = 'Register';
export const forgotPassword = 'Forgot password';
export const resetPassword = 'Reset password';
export const confirmAddress = 'Confirm address';
export const account = 'Account';
export const inbox = 'Inbox';
export const following = 'Following';
export const submit = 'Submit Data';
export const review = 'Review Submissions';
export const admin = 'Admin';
