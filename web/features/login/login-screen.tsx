import { useForm } from 'react-hook-form';
import { Link, Redirect, useSearch } from 'wouter';
import { zLogin } from '../../../src/contract/account.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';
import { AuthCard } from '../../app/auth-card.tsx';
import { PATHS } from '../../app/paths.ts';
import { errorText } from '../../lib/errors.ts';
import { zodResolver } from '../../lib/forms.ts';
import { nextPath, withNext } from '../../lib/next-path.ts';
import { useSession } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { FormAlert } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Login (SPEC section 2): leads to where one wanted to go, else to the start page. */
export default function LoginScreen() {
  usePageTitle('Login');
  const session = useSession();
  const next = nextPath(useSearch());
  const login = trpc.auth.login.useMutation({ onSuccess: session.signIn });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(zLogin),
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  });

  if (session.status === 'in') return <Redirect to={next ?? PATHS.market} replace />;
  return (
    <AuthCard
      title="Login"
      aside={
        <>
          No account yet?{' '}
          <Link href={withNext(PATHS.register, next)} className="link">
            Register
          </Link>
        </>
      }
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void handleSubmit((input) => login.mutate(input))(event)}
      >
        <TextField
          {...register('username')}
          label="Username"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.username?.message}
        />
        <PasswordField
          {...register('password')}
          label="Password"
          required
          autoComplete="current-password"
          error={formState.errors.password?.message}
        />
        <FormAlert>{login.error && errorText(login.error, MESSAGES.loginFailed)}</FormAlert>
        <Button type="submit" variant="primary" pending={login.isPending} className="w-full">
          Login
        </Button>
      </form>
    </AuthCard>
  );
}
