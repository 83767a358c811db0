import { skipToken } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { FirstTry } from '../../accounts/first-try.tsx';
import { formProps, registered, showRefusal, useSchemaForm } from '../../lib/forms.ts';
import { inState, keepInState } from '../../lib/history-state.ts';
import { zNewPasswordForm } from '../../lib/new-password.ts';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { errorData, errorText, isUnknownOutcome } from '../../lib/server/errors.ts';
import { sessionStore } from '../../lib/server/session-store.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { RESET_REDIRECT_MS } from '../../lib/timings.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../ui/fields/new-password-fields.tsx';
import { AccountName } from '../../ui/fields/password-field.tsx';
import { FormAlert, FormSuccess } from '../../ui/form-messages.tsx';
import { useTimeToRead } from '../../ui/hooks/use-time-to-read.ts';
import { AuthCard } from '../../ui/page/auth-card.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { ErrorState } from '../../ui/states/states.tsx';

const UNKNOWN_OUTCOME = `${MESSAGES.networkCheck} The password may already be changed.`;

/** Reset password: checks the link on arrival and names its account. */
export default function ResetPasswordScreen() {
  const token = useLinkToken(PATHS.resetPassword);
  // Never refetched: using the link invalidates it.
  const link = trpc.email.validateResetToken.useQuery(token === null ? skipToken : { token }, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  /** The outcome of a try is unknown, so it may have set the password. */
  const isTried = inState(useHistoryState(), 'linkTried') !== undefined;
  const reset = trpc.email.resetPassword.useMutation({
    gcTime: 0,
    onError: (error) => {
      if (isUnknownOutcome(error)) keepInState('linkTried', 'reset');
    },
    onSuccess: () => {
      // All sessions of the account have ended, including this browser's.
      if (link.data?.valid && sessionStore.get()?.user.username === link.data.username) sessionStore.leave();
    },
  });

  if (reset.data) return <Done message={reset.data.message} />;
  if (token === null) return <InvalidLink message={MESSAGES.resetLinkMissing} />;
  // It was used or has expired since it was checked.
  if (errorData(reset.error)?.reason === 'RESET_LINK_INVALID')
    return <InvalidLink message={errorText(reset.error, MESSAGES.resetLinkInvalid)} isTried={isTried} />;
  if (link.isError && !link.data)
    return (
      <AuthCard title={SCREEN_TITLES.resetPassword} aside={<BackToLogin />}>
        <ErrorState
          message={errorText(link.error, MESSAGES.resetLinkInvalid, MESSAGES.networkCheck)}
          retrying={link.isFetching}
          onRetry={link.refetch}
        />
      </AuthCard>
    );
  // The end of this browser's session checks the link again, possibly before the reset itself has been answered.
  if (!link.data || (!link.data.valid && reset.isPending)) return <Loading fullScreen />;
  if (!link.data.valid)
    return <InvalidLink message={link.data.error || MESSAGES.resetLinkInvalid} isTried={isTried} />;

  return (
    <AuthCard title={SCREEN_TITLES.resetPassword} aside={<BackToLogin />}>
      <ResetForm token={token} username={link.data.username} reset={reset} />
    </AuthCard>
  );
}

const BackToLogin = () => (
  <Link href={PATHS.login} className="link touch-target">
    Back to login
  </Link>
);

interface InvalidLinkProps {
  message: string;
  /** An earlier try may have used the link. */
  isTried?: boolean;
}

function InvalidLink({ message, isTried = false }: InvalidLinkProps) {
  const title = isTried ? 'Link already used' : 'Invalid Reset Link';
  usePageTitle(title);
  return (
    <AuthCard title={title} aside={<BackToLogin />}>
      <div className="space-y-5">
        <FormAlert>
          {isTried ? <FirstTry href={PATHS.login}>log in with the new password</FirstTry> : message}
        </FormAlert>
        <p className="text-base text-ink-soft">
          A link works once, for {LIMITS.passwordReset.minutes} minutes, and only until a newer one is
          requested.
        </p>
        <LinkButton
          href={PATHS.forgotPassword}
          variant={isTried ? 'secondary' : 'primary'}
          className="w-full"
        >
          Request a new link
        </LinkButton>
      </div>
    </AuthCard>
  );
}

function Done({ message }: { message: string }) {
  usePageTitle('Password reset');
  const [, go] = useLocation();
  const { isStaying, attributes } = useTimeToRead(
    () => go(PATHS.login, { replace: true }),
    RESET_REDIRECT_MS,
  );
  return (
    <AuthCard title="Password reset" aside={!isStaying && 'Redirecting to the login…'}>
      <div {...attributes} className="space-y-5">
        <FormSuccess>{message}</FormSuccess>
        <LinkButton href={PATHS.login} variant="primary" className="w-full">
          Go to login
        </LinkButton>
      </div>
    </AuthCard>
  );
}

interface ResetFormProps {
  token: string;
  username: string;
  reset: ReturnType<typeof trpc.email.resetPassword.useMutation>;
}

function ResetForm({ token, username, reset }: ResetFormProps) {
  const form = useSchemaForm(zNewPasswordForm, { newPassword: '', confirmation: '' });
  const password = useWatch({ control: form.control, name: 'newPassword' });

  return (
    <form
      {...formProps(form, ({ newPassword }) =>
        reset.mutate(
          { token, newPassword },
          { onError: (error) => showRefusal(form, error, MESSAGES.resetFailed, UNKNOWN_OUTCOME) },
        ),
      )}
      className="space-y-4"
    >
      <p className="-mt-3 mb-5 text-base text-ink-soft">
        Choose a new password for <b className="font-medium text-ink">{username}</b>. All devices will be
        logged out of the account.
      </p>
      <AccountName username={username} />
      <NewPasswordFields
        label="New password"
        password={registered(form, 'newPassword')}
        confirmation={registered(form, 'confirmation')}
        typed={{ password, username }}
      />
      <FormAlert>{form.formState.errors.root?.message}</FormAlert>
      <Button type="submit" variant="primary" pending={reset.isPending} className="w-full">
        Reset password
      </Button>
    </form>
  );
}
