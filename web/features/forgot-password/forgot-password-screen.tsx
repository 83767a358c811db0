import { Link } from 'wouter';
import { z } from 'zod';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { formProps, registered, useSchemaForm } from '../../lib/forms.ts';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormAlert, FormSuccess } from '../../ui/form-messages.tsx';
import { AuthCard } from '../../ui/page/auth-card.tsx';

const zForgotForm = z.object({
  identifier: z.string().trim().min(1, { error: MESSAGES.resetIdentifierRequired }),
});

/** Forgot password: takes a user name or an email address and requests a reset link. */
export default function ForgotPasswordScreen() {
  const form = useSchemaForm(zForgotForm, { identifier: '' });
  const request = trpc.email.requestPasswordReset.useMutation({ gcTime: 0 });

  return (
    <AuthCard
      title={request.isSuccess ? 'Check your email' : SCREEN_TITLES.forgotPassword}
      aside={
        <Link href={PATHS.login} className="link touch-target">
          Back to login
        </Link>
      }
    >
      {request.isSuccess ? (
        <Sent
          identifier={form.getValues('identifier').trim()}
          message={request.data.message}
          onBack={() => request.reset()}
        />
      ) : (
        <form
          {...formProps(
            form,
            ({ identifier }) =>
              // A value with an @ is an email address.
              request.mutate(identifier.includes('@') ? { email: identifier } : { username: identifier }),
            () => request.reset(),
          )}
          className="space-y-4"
        >
          <TextField
            {...registered(form, 'identifier')}
            label="Username or email"
            hint={`We email a link to the email address of the account. It works for ${LIMITS.passwordReset.minutes} minutes.`}
            required
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LIMITS.email.max}
          />
          <FormAlert>
            {request.error && errorText(request.error, MESSAGES.resetMailFailed, MESSAGES.networkFailed)}
          </FormAlert>
          <Button type="submit" variant="primary" pending={request.isPending} className="w-full">
            Send reset link
          </Button>
        </form>
      )}
    </AuthCard>
  );
}

function Sent({ identifier, message, onBack }: { identifier: string; message: string; onBack: () => void }) {
  return (
    <div className="space-y-5 text-base">
      <FormSuccess>{message}</FormSuccess>
      <div>
        <h2 className="overline-label mb-2">No email after a few minutes?</h2>
        <ul className="list-disc space-y-1.5 pl-5 text-ink-soft marker:text-ink-faint">
          <li>Check your spam folder.</li>
          <li>
            Check what you entered: <b className="font-medium text-ink">{identifier}</b>
          </li>
          <li>
            Contact support: the email address is in the{' '}
            <Link href={PATHS.legal} className="link">
              Legal Notice
            </Link>
            .
          </li>
        </ul>
      </div>
      <Button onClick={onBack} className="w-full">
        Try another username or email
      </Button>
    </div>
  );
}
