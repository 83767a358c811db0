/** Messages with fixed wording (docs/product.md "Messages"). This is their only definition. */

export * from './first-page-messages.ts';

export const emailRequired = 'Email is required';
export const emailInvalid = 'Please enter a valid email address';
export const passwordsDiffer = 'Passwords do not match';
export const passwordShort = 'Password must be at least 6 characters long';
export const usernameShort = 'Username must be at least 3 characters long';
export const loginFailed = 'Login failed';
export const registrationFailed = 'Registration failed';
export const requiredFields = 'Please fill in all required fields';
export const natureRequired = 'Nature is required for Pokemon submissions';
export const abilityRequired = 'Ability is required for Pokemon submissions';
export const pricePositive = 'Price must be a positive number';
export const noPendingToken = 'No pending token available for 2FA verification';
export const invalidServerResponse = 'Invalid response from server';
export const noPendingTokenReceived = 'Server error: No pending token received';
export const twoFactorBlocked = 'Too many failed 2FA attempts. Please wait 30 seconds before trying again.';
export const twoFactorWait = (seconds: number) =>
  `Too many failed attempts. Please wait ${seconds} seconds before trying again.`;
export const codeInvalid = 'The code must be 6 digits or a recovery code';
export const passkeyRefused = 'This passkey was not accepted. Please try again.';
export const twoFactorStatusFailed = 'Failed to load 2FA status';
export const twoFactorSetupFailed = 'Failed to setup 2FA';
export const twoFactorVerifyFailed = 'Failed to verify 2FA';
export const twoFactorDisableFailed = 'Failed to disable 2FA';
export const twoFactorQrFailed = 'Failed to generate QR code';
export const twoFactorDisableConfirm =
  'Are you sure you want to disable 2FA? This will make your account less secure.';
export const resetIdentifierRequired = 'Please enter your username or email';
export const resetMailFailed = 'Failed to send password reset email';
export const networkFailed = 'Network error. Please try again.';
export const networkCheck = 'Network error. Please check your connection.';
export const resetLinkMissing = 'Invalid reset link. Please request a new password reset.';
export const resetLinkInvalid = 'Invalid or expired reset link.';
export const resetFailed = 'Failed to reset password';
export const addressLinkInvalid = 'This link is invalid or has expired.';
export const addressUnconfirmed = 'Please confirm your email address first: open the link that we sent you.';
export const mustBeSignedIn = 'You must be logged in to submit data';
export const submitFailed = 'Failed to submit data. Please try again.';
export const queryEmpty = 'Please enter an advanced search query';
export const queryApplied = 'Advanced filter applied successfully! Check the results below.';
export const queryInvalid = 'Error parsing query. Please check your syntax.';
export const noHistory = (name: string) => `No price history available for ${name}`;
export const reviewLoadFailed = 'Failed to load submissions';
export const approveFailed = 'Failed to approve submission';
export const rejectFailed = 'Failed to reject submission';
export const reviewSaveFailed = 'Failed to update submission';
export const alreadyReviewed = 'This submission has already been reviewed and cannot be modified.';
export const ownExcluded = 'Your own submissions are excluded from review';
export const duplicatesFailed = 'Failed to detect duplicates. Please try again.';
export const duplicateDeleteFailed = 'Failed to delete entry. Please try again.';
export const noLogs = 'No logs found for the current filters';
export const userStatusFailed = 'Failed to update user status. Please try again.';
export const skipReviewFailed = 'Failed to update skip review setting. Please try again.';
export const dataSaveFailed = 'Failed to save changes. Please try again.';
export const spriteCreateFailed = 'Failed to create sprite. Please try again.';
export const spriteDeleteFailed = 'Failed to delete sprite. Please try again.';
