interface ProgressBarProps {
  /** What makes progress, for screen readers. */
  label: string;
  value: number;
  max: number;
  /** The progress in words. */
  text: string;
}

export const ProgressBar = ({ label, value, max, text }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={Math.round(value)}
    aria-valuetext={text}
    className="mb-1.5 h-2 overflow-hidden rounded-full bg-sunken"
  >
    <div
      className="drawn h-full rounded-full bg-accent transition-[width]"
      style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }}
    />
  </div>
);
