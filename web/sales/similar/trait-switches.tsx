import { Check } from 'lucide-react';
import type { SimilarityTrait } from '../../../src/contract/market/similarity.ts';
import { cx } from '../../ui/cx.ts';

const LABELS: Record<SimilarityTrait, string> = {
  ivs: 'IVs',
  nature: 'Nature',
  ability: 'Ability',
  form: 'Form',
  shiny: 'Shininess',
  time: 'Time',
};

interface TraitSwitchesProps {
  /** The traits that can be compared. */
  traits: readonly SimilarityTrait[];
  without: readonly SimilarityTrait[];
  onWithout: (without: SimilarityTrait[]) => void;
}

/** Switches for the traits that are compared. */
export function TraitSwitches({ traits, without, onWithout }: TraitSwitchesProps) {
  const toggle = (trait: SimilarityTrait) =>
    onWithout(without.includes(trait) ? without.filter((one) => one !== trait) : [...without, trait]);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <legend className="sr-only">What is compared</legend>
      <span aria-hidden className="overline-label mr-1">
        Compare by
      </span>
      {traits.map((trait) => {
        const on = !without.includes(trait);
        return (
          <button
            key={trait}
            type="button"
            aria-pressed={on}
            onClick={() => toggle(trait)}
            className={cx(
              'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-3 text-sm transition-colors touch:min-h-11',
              on
                ? 'border-accent/40 bg-accent-soft font-medium text-accent'
                : 'border-line-strong text-ink-faint line-through hover:text-ink',
            )}
          >
            {on && <Check aria-hidden className="size-3.5" />}
            {LABELS[trait]}
          </button>
        );
      })}
    </fieldset>
  );
}
