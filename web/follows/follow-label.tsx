import { Untranslated } from '../ui/untranslated.tsx';

interface FollowLabelProps {
  label: string;
  /** What is followed, for screen readers. */
  title: string;
  part: string | undefined;
}

/** The text of a follow button: `Follow`, `Following this check`, `Follow paused`. */
export const FollowLabel = ({ label, title, part }: FollowLabelProps) => (
  <>
    {part ? `${label} ${part}` : label}
    <span className="sr-only">
      {part ? ' of ' : ' '}
      <Untranslated>{title}</Untranslated>
    </span>
  </>
);
