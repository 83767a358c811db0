import { skipToken, useIsMutating } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { fieldErrorsOf, formFailure, registered, setFieldErrors, useSchemaForm } from '../../lib/forms.ts';
import { zNewPasswordForm } from '../../lib/new-password.ts';
import { PATHS } from '../../lib/paths.ts';
import { errorData, errorText } from '../../lib/server/errors.ts';
import { sessionStore } from '../../lib/server/session-store.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../ui/fields/new-password-fields.tsx';
import { AccountName } from '../../ui/fields/password-field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { FormSuccess } from '../../ui/form-success.tsx';
import { AuthCard } from '../../ui/page/auth-card.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { ErrorState } from '../../ui/states/states.tsx';

/** Reset password: checks the link on arrival and names its account. */
export default function ResetPasswordScreen() {
  usePageTitle('Reset password');
  const token = useLinkToken(PATHS.resetPassword);
  const [done, setDone] = useState<string | null>(null);
  const [deadLink, setDeadLink] = useState<string | null>(null);
  // Never refetched: using the link invalidates it.
  const link = trpc.email.validateResetToken.useQuery(token === null ? skipToken : { token }, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const resetting = useIsMutating({ mutationKey: getMutationKey(trpc.email.resetPassword) }) > 0;

  if (done !== null) return <Done message={done} />;
  if (token === null) return <InvalidLink message={MESSAGES.resetLinkMissing} />;
  if (deadLink !== null) return <InvalidLink message={deadLink} />;
  if (link.isError)
    return (
      <AuthCard title="Reset password" aside={<BackToLogin />}>
        <ErrorState
          message={errorText(link.error, MESSAGES.resetLinkInvalid, MESSAGES.networkCheck)}
          retrying={link.isFetching}
          onRetry={link.refetch}
        />
      </AuthCard>
    );
  // The end of this browser's session checks the link again, possibly before the reset itself has been answered.
  if (!link.data || (!link.data.valid && resetting)) return <Loading fullScreen />;
  if (!link.data.valid) return <InvalidLink message={link.data.error || MESSAGES.resetLinkInvalid} />;

  const { username } = link.data;
  return (
    <AuthCard title="Reset password" aside={<BackToLogin />}>
      <ResetForm
        token={token}
        username={username}
        onDeadLink={setDeadLink}
        onDone={(message) => {
          setDone(message);
          // All sessions of the account have ended, including this browser's.
          if (sessionStore.get()?.user.username === username) sessionStore.set(null);
        }}
      />
    </AuthCard>
  );
}

const BackToLogin = () => (
  <Link href={PATHS.login} className="link touch-target">
    Back to login
  </Link>
);

function InvalidLink({ message }: { message: string }) {
  usePageTitle('Invalid Reset Link');
  return (
    <AuthCard title="Invalid Reset Link" aside={<BackToLogin />}>
      <div className="space-y-5">
        <FormAlert>{message}</FormAlert>
        <p className="text-base text-ink-soft">
          A link works once, for {LIMITS.passwordReset.minutes} minutes, and only until a newer one is
          requested.
        </p>
        <LinkButton href={PATHS.forgotPassword} variant="primary" className="w-full">
          Request a new link
        </LinkButton>
      </div>
    </AuthCard>
  );
}

function Done({ message }: { message: string }) {
  usePageTitle('Password reset');
  const [, go] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => go(PATHS.login, { replace: true }), LIMITS.passwordReset.redirectMs);
    return () => clearTimeout(timer);
  }, [go]);
  return (
    <AuthCard title="Password reset" aside="Redirecting to the login…">
      <div className="space-y-5">
        <FormSuccess>{message}</FormSuccess>
        <LinkButton href={PATHS.login} variant="primary" className="w-full">
          Go to login
        </LinkButton>
      </div>
    </AuthCard>
  );
}

const FIELDS = ['newPassword'] as const;

interface ResetFormProps {
  token: string;
  username: string;
  onDone: (message: string) => void;
  /** The link has expired since it was checked. */
  onDeadLink: (message: string) => void;
}

/** Sets the new password of the link's account. */
function ResetForm({ token, username, onDone, onDeadLink }: ResetFormProps) {
  const form = useSchemaForm(zNewPasswordForm, { newPassword: '', confirmation: '' });
  const reset = trpc.email.resetPassword.useMutation({
    gcTime: 0,
    onSuccess: ({ message }) => onDone(message),
    onError: (error) => {
      void setFieldErrors(form, fieldErrorsOf(error, FIELDS));
      if (errorData(error)?.reason === 'RESET_LINK_INVALID')
        onDeadLink(errorText(error, MESSAGES.resetLinkInvalid));
    },
  });
  const password = useWatch({ control: form.control, name: 'newPassword' });
  const failure = formFailure(reset.error, FIELDS, MESSAGES.resetFailed, MESSAGES.networkCheck);

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) =>
        void form.handleSubmit(({ newPassword }) => reset.mutate({ token, newPassword }))(event)
      }
    >
      <p className="-mt-3 mb-5 text-base text-ink-soft">
        Choose a new password for <b className="font-medium text-ink">{username}</b>. All devices will be
        signed out of the account.
      </p>
      <AccountName username={username} />
      <NewPasswordFields
        label="New password"
        password={registered(form, 'newPassword')}
        confirmation={registered(form, 'confirmation')}
        typed={{ password, username }}
      />
      <FormAlert>{failure}</FormAlert>
      <Button type="submit" variant="primary" pending={reset.isPending} className="w-full">
        Reset password
      </Button>
    </form>
  );
}
