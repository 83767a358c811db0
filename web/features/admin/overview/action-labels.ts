/** An act as people read it: `account.role-changed` is `Account role changed`. */
export function actionWords(action: string): string {
  const [what = '', ...how] = action.split('.');
  const words = [what, ...how.map((part) => part.replaceAll('-', ' '))].join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
