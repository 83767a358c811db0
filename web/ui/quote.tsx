/** A text that somebody wrote, as it is: its direction does not affect the text around it. */
export const Quote = ({ children }: { children: string }) => (
  <bdi className="whitespace-pre-wrap wrap-anywhere">“{children}”</bdi>
);
