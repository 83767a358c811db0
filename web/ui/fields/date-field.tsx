import { Button } from '../button.tsx';
import { type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

type DateFieldProps = ElementFieldProps<'input', 'type' | 'value' | 'onChange'> & {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onValueChange: (value: string) => void;
  /** Days to choose with a button, by its label. */
  shortcuts?: Readonly<Record<string, string>>;
};

/** A day of the calendar; `min` and `max` are `YYYY-MM-DD`. */
export function DateField(props: DateFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, shortcuts = {}, ...input } = control;
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="flex flex-wrap gap-2">
          <input
            {...input}
            {...wiring}
            type="date"
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className="input-box w-36! flex-1 tabular-nums"
          />
          {Object.entries(shortcuts).map(([label, day]) => (
            <Button key={label} onClick={() => onValueChange(day)} className="px-2.5! text-sm!">
              {label}
            </Button>
          ))}
        </div>
      )}
    </Field>
  );
}
