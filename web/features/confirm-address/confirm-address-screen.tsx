import { skipToken } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { LINK_PURPOSES, type LinkPurpose } from '../../../src/contract/accounts/address.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { oneOf } from '../../../src/contract/shared/search-param-values.ts';
import { FirstTry } from '../../accounts/first-try.tsx';
import { inState, keepInState } from '../../lib/history-state.ts';
import { PATHS, PROFILE_PATH, SCREEN_TITLES } from '../../lib/paths.ts';
import { errorData, errorText, isUnknownOutcome } from '../../lib/server/errors.ts';
import { useSession } from '../../lib/server/session.tsx';
import { sessionStore } from '../../lib/server/session-store.ts';
import { type Answers, trpc } from '../../lib/server/trpc.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormAlert, FormSuccess } from '../../ui/form-messages.tsx';
import { AuthCard } from '../../ui/page/auth-card.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { ErrorState } from '../../ui/states/states.tsx';

const { confirmHours, undoHours } = LIMITS.addressLink;

const toMarket = (
  <Link href={PATHS.market} className="link touch-target">
    Back to Market History
  </Link>
);

/**
 * The page of a mailed link that confirms an address, or undoes a change of it or a new second factor. A button does it,
 * not the visit: programs that check emails open their links.
 */
export default function ConfirmAddressScreen() {
  const token = useLinkToken(PATHS.confirmAddress);
  const utils = trpc.useUtils();
  // Never refetched: using the link invalidates it.
  const link = trpc.email.validateAddressLink.useQuery(token === null ? skipToken : { token }, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  /** The purpose of the link when the outcome of a try is unknown, so it may have used the link. */
  const tried = oneOf(LINK_PURPOSES)(inState(useHistoryState(), 'linkTried') ?? '');
  const use = trpc.email.useAddressLink.useMutation({
    gcTime: 0,
    onMutate: () => (link.data?.valid ? link.data.purpose : undefined),
    onError: (error, _token, purpose) => {
      if (isUnknownOutcome(error)) keepInState('linkTried', purpose);
    },
    onSettled: () => void utils.email.address.invalidate(),
    onSuccess: ({ purpose }) => {
      if (purpose !== 'undo' || !link.data?.valid) return;
      // All sessions of the account have ended, including this browser's.
      if (sessionStore.get()?.user.username === link.data.username) sessionStore.leave();
    },
  });

  if (use.data) return <Used {...use.data} />;
  if (token === null) return <DeadLink message={MESSAGES.addressLinkInvalid} />;
  if (link.isError && !link.data)
    return (
      <AuthCard title="Confirm your email address" aside={toMarket}>
        <ErrorState
          message={errorText(link.error, MESSAGES.addressLinkInvalid, MESSAGES.networkCheck)}
          retrying={link.isFetching}
          onRetry={link.refetch}
        />
      </AuthCard>
    );
  // It was used or has expired since it was checked.
  if (errorData(use.error)?.reason === 'ADDRESS_LINK_INVALID')
    return <DeadLink message={errorText(use.error, MESSAGES.addressLinkInvalid)} tried={tried} />;
  // The end of this browser's session checks the link again, possibly before its use has been answered.
  if (!link.data || (!link.data.valid && use.isPending)) return <Loading fullScreen />;
  if (!link.data.valid) return <DeadLink message={link.data.error} tried={tried} />;
  return <UseLink token={token} {...link.data} use={use} />;
}

interface UseLinkProps {
  token: string;
  purpose: LinkPurpose;
  username: string;
  email: string;
  use: ReturnType<typeof trpc.email.useAddressLink.useMutation>;
}

function UseLink({ token, purpose, username, email, use }: UseLinkProps) {
  const isUndo = purpose === 'undo';
  return (
    <AuthCard title={isUndo ? 'Keep your email address' : 'Confirm your email address'} aside={toMarket}>
      <div className="space-y-5">
        <p className="text-base text-ink-soft">
          {isUndo ? (
            <>
              Keep <Strong>{email}</Strong> as the email address of <Strong>{username}</Strong>. All devices
              will be logged out, second factors that were added since that email will be removed, and the
              password will not work until you set a new one.
            </>
          ) : (
            <>
              Use <Strong>{email}</Strong> as the email address of <Strong>{username}</Strong>.
            </>
          )}
        </p>
        <FormAlert>
          {use.error && errorText(use.error, MESSAGES.addressLinkInvalid, MESSAGES.networkCheck)}
        </FormAlert>
        <Button
          variant="primary"
          className="w-full"
          pending={use.isPending}
          onClick={() => use.mutate({ token })}
        >
          {isUndo ? 'Keep this email address' : 'Confirm email address'}
        </Button>
      </div>
    </AuthCard>
  );
}

const Strong = ({ children }: { children: string }) => (
  <b className="font-medium text-ink wrap-anywhere">{children}</b>
);

function Used({ message, purpose }: Answers['email']['useAddressLink']) {
  const { user } = useSession();
  return (
    <AuthCard title={purpose === 'undo' ? 'Email address kept' : 'Email address confirmed'} aside={toMarket}>
      <div className="space-y-5">
        <FormSuccess>{message}</FormSuccess>
        {purpose === 'undo' ? (
          <LinkButton href={PATHS.forgotPassword} variant="primary" className="w-full">
            Reset password
          </LinkButton>
        ) : (
          <LinkButton href={user ? PATHS.submit : PATHS.login} variant="primary" className="w-full">
            {user ? SCREEN_TITLES.submit : 'Go to login'}
          </LinkButton>
        )}
      </div>
    </AuthCard>
  );
}

/** What to do when an earlier try may have used the link. */
function Tried({ purpose }: { purpose: LinkPurpose }) {
  const { user } = useSession();
  if (purpose === 'undo') return <FirstTry href={PATHS.forgotPassword}>reset your password</FirstTry>;
  return user ? (
    <FirstTry href={PROFILE_PATH}>see your account</FirstTry>
  ) : (
    <FirstTry href={PATHS.login}>log in</FirstTry>
  );
}

function DeadLink({ message, tried }: { message: string; tried?: LinkPurpose }) {
  const { user } = useSession();
  return (
    <AuthCard title={tried ? 'Link already used' : 'Invalid link'} aside={toMarket}>
      <div className="space-y-5">
        <FormAlert>{tried ? <Tried purpose={tried} /> : message}</FormAlert>
        <p className="text-base text-ink-soft">
          A link to confirm an email address works once, for {confirmHours} hours, and only until a newer one
          is requested. You can request another one from your account.
        </p>
        <p className="text-base text-ink-soft">
          A link to keep an email address works once, for {undoHours / 24} days.
        </p>
        <LinkButton href={user ? PROFILE_PATH : PATHS.login} variant="primary" className="w-full">
          {user ? 'Go to account' : 'Go to login'}
        </LinkButton>
      </div>
    </AuthCard>
  );
}
