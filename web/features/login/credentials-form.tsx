import { Link } from 'wouter';
import { zLogin } from '../../../src/contract/accounts/account.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { registered, useSchemaForm } from '../../lib/forms.ts';
import { PATHS } from '../../lib/paths.ts';
import { errorText } from '../../lib/server/errors.ts';
import { type Answers, trpc } from '../../lib/server/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';

interface CredentialsFormProps {
  /** The user name entered before, after coming back from the second step. */
  username: string;
  /** Why the user is back, or what was wrong with the server's response. */
  notice: string | null;
  onAnswer: (answer: Answers['auth']['login'], username: string) => void;
}

/** The first step of signing in. Its errors are shown here. */
export function CredentialsForm({ username, notice, onAnswer }: CredentialsFormProps) {
  const login = trpc.auth.login.useMutation({
    gcTime: 0,
    onSuccess: (answer, input) => onAnswer(answer, input.username),
  });
  const form = useSchemaForm(zLogin, { username, password: '' });

  const failure = login.error ? errorText(login.error, MESSAGES.loginFailed) : notice;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => void form.handleSubmit((input) => login.mutate(input))(event)}
    >
      <TextField
        {...registered(form, 'username')}
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField
          {...registered(form, 'password')}
          label="Password"
          required
          autoComplete="current-password"
        />
        <Link
          href={PATHS.forgotPassword}
          className="link mt-1 inline-flex min-h-6 items-center text-sm touch:min-h-11"
        >
          Forgot your password?
        </Link>
      </div>
      <FormAlert>{!login.isPending && failure}</FormAlert>
      <Button type="submit" variant="primary" pending={login.isPending} className="w-full">
        Login
      </Button>
    </form>
  );
}
