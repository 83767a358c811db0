import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, Redirect } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { FirstTry } from '../../accounts/first-try.tsx';
import { formProps, registered, showRefusal, useSchemaForm } from '../../lib/forms.ts';
import { zRegisterForm } from '../../lib/new-password.ts';
import { nextPath, withNext } from '../../lib/next-path.ts';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { errorData, isUnknownOutcome } from '../../lib/server/errors.ts';
import { useSession } from '../../lib/server/session.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../ui/fields/new-password-fields.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormAlert } from '../../ui/form-messages.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { AuthCard } from '../../ui/page/auth-card.tsx';

const checkMail = (email: string) =>
  `Check your email: we sent a link to ${email}. Open it to submit sales. Until then, log in with your username.`;

/** Register: signs the new account in at once. */
export default function RegisterScreen() {
  const session = useSession();
  const utils = trpc.useUtils();
  const next = nextPath(useSearch());
  const form = useSchemaForm(zRegisterForm, { username: '', email: '', password: '', confirmation: '' });
  /** The username of a try whose outcome is unknown: it may have created the account. */
  const [unknownFor, setUnknownFor] = useState<string>();
  const create = trpc.auth.register.useMutation({
    onSuccess: (signedIn) => {
      session.signIn(signedIn);
      void announceLink();
    },
    onError: (error, tried) => {
      if (isUnknownOutcome(error)) setUnknownFor(tried.username);
      return showRefusal(form, error, MESSAGES.registrationFailed);
    },
  });
  /** The new session shows its screen at once; what to do next is announced there. */
  async function announceLink() {
    const address = await utils.client.email.address.query({}).catch(() => null);
    if (address?.confirmed) showToast('Account created. You can submit your first sale.');
    else if (address) showToast(checkMail(address.email), { durationMs: 15_000 });
  }
  const [username, password] = useWatch({ control: form.control, name: ['username', 'password'] });
  const isTaken = errorData(create.error)?.code === 'CONFLICT' && Boolean(form.formState.errors.username);
  const isOwn = isTaken && unknownFor !== undefined && create.variables?.username === unknownFor;
  const login = withNext(PATHS.login, next);

  if (session.status === 'in') return <Redirect to={next ?? PATHS.dashboard} replace />;
  return (
    <AuthCard
      title={SCREEN_TITLES.register}
      aside={
        <>
          Have an account?{' '}
          <Link href={login} className="link touch-target">
            Login
          </Link>
        </>
      }
    >
      <p className="-mt-3 mb-5 text-base text-ink-soft">
        An account is needed only to submit or report sales and to follow searches.
      </p>
      <form
        {...formProps(form, ({ confirmation: _, ...account }) => create.mutate(account))}
        className="space-y-4"
      >
        <TextField
          {...registered(form, 'username')}
          label="Username"
          required
          hint={`${LIMITS.username.min} to ${LIMITS.username.max} characters. Others see it next to your sales.`}
          maxLength={LIMITS.username.max}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField {...registered(form, 'email')} label="Email" required type="email" autoComplete="email" />
        <NewPasswordFields
          label="Password"
          password={registered(form, 'password')}
          confirmation={registered(form, 'confirmation')}
          typed={{ password, username }}
        />
        <FormAlert>
          {isOwn ? <FirstTry href={login}>log in</FirstTry> : form.formState.errors.root?.message}
        </FormAlert>
        <Button type="submit" variant="primary" pending={create.isPending} className="w-full">
          Create account
        </Button>
      </form>
    </AuthCard>
  );
}
