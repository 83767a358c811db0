import { Link } from 'wouter';
import { counted } from '../../src/contract/shared/plural.ts';
import { SECURITY_PATH } from '../lib/paths.ts';

/** Counts down the days in which staff can still work without the second factor that its role requires. */
export default function MissingFactorNotice({ daysLeft }: { daysLeft: number }) {
  return (
    <aside
      aria-label="Second factor"
      className="bg-pending-soft px-4 py-2 text-center text-sm font-medium text-pending"
    >
      Your role requires a second factor.{' '}
      <Link href={SECURITY_PATH} className="link text-pending!">
        Set one up
      </Link>{' '}
      within {counted(daysLeft, 'day')} to keep access to your role's screens.
    </aside>
  );
}
