import { Link } from 'wouter';
import { counted } from '../../src/contract/shared/plural.ts';
import { SECURITY_PATH } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.tsx';

/** Counts down the days in which staff can still work without the second factor that its role requires. */
export function MissingFactorNotice() {
  const { missingFactor } = useSession();
  if (!missingFactor || missingFactor.daysLeft === 0) return null;
  return (
    <aside
      aria-label="Second factor"
      className="bg-pending-soft px-4 py-2 text-center text-sm font-medium text-pending"
    >
      Your role requires a second factor.{' '}
      <Link href={SECURITY_PATH} className="link text-pending!">
        Set one up
      </Link>{' '}
      within {counted(missingFactor.daysLeft, 'day')} to keep access to the screens of your role.
    </aside>
  );
}
