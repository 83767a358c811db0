import { serverToday } from '../lib/clock.ts';
import { DateField } from '../ui/fields/date-field.tsx';

interface ApprovedSinceFieldProps {
  value: string;
  onValueChange: (since: string) => void;
  className: string;
}

/** The first day whose approvals are returned; empty for all of them. */
export const ApprovedSinceField = (props: ApprovedSinceFieldProps) => (
  <DateField
    {...props}
    label="Approved since"
    hint="Starts at midnight UTC of that day. Leave empty to return all approvals."
    max={serverToday()}
  />
);
