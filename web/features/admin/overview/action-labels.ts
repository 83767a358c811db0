/** The label of a recorded action: `account.role-changed` is `Account role changed`. */
export function actionLabel(action: string): string {
  const [subject = '', ...rest] = action.split('.');
  const label = [subject, ...rest.map((part) => part.replaceAll('-', ' '))].join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
