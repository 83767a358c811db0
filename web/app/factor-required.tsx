import { SECURITY_PATH } from '../lib/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { Denied } from './denied.tsx';

/** For staff without the second factor that its role requires. */
export default function FactorRequired() {
  return (
    <Denied message="Your role requires a second factor.">
      <p className="text-base text-ink-soft">
        Set up an authenticator app or a passkey, and this screen opens again. Your own submissions and your
        account work as before.
      </p>
      <LinkButton variant="primary" href={SECURITY_PATH}>
        Set up a second factor
      </LinkButton>
    </Denied>
  );
}
