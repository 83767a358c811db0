/** The messages that the first page needs: its script contains the whole file. */

export const pageNotFound = 'Page not found';
export const fetchFailed = 'Failed to fetch data';
export const searching = 'Searching...';
export const noResults = 'No results found';
export const accountDeleted = 'Your account is deleted.';
export const sessionEnded = 'Your session has ended. Please log in again.';
export const roleChanged = 'Your role has changed. Please log in again.';
export const loggedOutElsewhere = 'You were logged out in another tab.';
export const sessionUnchecked =
  'You were logged out because your session could not be checked. It is checked again when the server answers.';
export const accessDenied = "Access Denied - You don't have permission to access this page.";
export const adminAccessDenied = 'Access Denied: You must be an administrator to access this panel.';
