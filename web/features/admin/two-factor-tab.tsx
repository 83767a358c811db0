import { useSession } from '../../lib/server/session.tsx';
import { TwoFactorPanel } from '../../two-factor/two-factor-panel.tsx';
import { AdminSection } from './admin-section.tsx';

/** The admin's own second factor, as on the account page. */
export default function TwoFactorTab() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="max-w-2xl">
      <AdminSection
        title="Two-factor authentication"
        about={`A second proof of identity for ${user.username}, in addition to the password.`}
      >
        <TwoFactorPanel username={user.username} />
      </AdminSection>
    </div>
  );
}
