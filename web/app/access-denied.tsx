import { PATHS } from '../lib/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { Denied } from './denied.tsx';

/** For a signed-in user who lacks the role that a screen requires. */
export default function AccessDenied({ message }: { message: string }) {
  return (
    <Denied message={message}>
      <LinkButton href={PATHS.market}>Browse data</LinkButton>
    </Denied>
  );
}
