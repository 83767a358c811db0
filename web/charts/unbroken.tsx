/** Price ranges and counts of perfect IVs. */
const FIGURES = /([\d,]+ to [\d,]+ PD|\d × 31)/;

/** A text that wraps within a figure only if the figure is wider than a line. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(FIGURES).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity except its index
      <span key={i} className="inline-block">
        {part}
      </span>
    ),
  );
