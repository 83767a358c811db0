import { Argument, Option } from 'commander';
import { z } from 'zod';
import { zEmail, zNewPassword, zUsername } from '../../src/contract/accounts/account.ts';
import { ROLES, type Role } from '../../src/contract/accounts/roles.ts';
import { counted } from '../../src/contract/shared/plural.ts';
import { parseInput } from '../../src/lib/parse-input.ts';
import type { ListedUser } from '../../src/modules/accounts/account-admin.queries.ts';
import { checkNameIsFree, requireAccount } from '../../src/modules/identity/account.queries.ts';
import type { CliCommand } from '../command.ts';
import { printResult, table } from '../output.ts';
import { askChoice, askNewPassword, askText } from '../prompts.ts';
import { type GlobalOptions, withServices } from '../run.ts';
import { userDataCommands } from './user-data.ts';
import { userSecurityCommands } from './user-security.ts';

interface CreateOptions extends GlobalOptions {
  username?: string;
  email?: string;
  role?: Role;
  passwordStdin?: boolean;
}

/** Validates all values together: those of flags have not been validated before. */
const zNewAccount = z.object({ username: zUsername, email: zEmail, password: zNewPassword });

const usersTable = (users: ListedUser[]) =>
  table(
    users.map(({ user_id, username, email, email_confirmed, role, account_status, lastLogin }) => ({
      id: user_id,
      username,
      email: email_confirmed ? email : `${email} (unconfirmed)`,
      role,
      status: account_status,
      'last login': lastLogin,
    })),
  );

async function create(options: CreateOptions): Promise<void> {
  const { json } = options;
  const username = await askText(options.username, json, {
    message: 'Username',
    flag: '--username',
    schema: zUsername,
  });
  const user = await withServices({ ...options, creates: true }, async ({ accounts, scope }) => {
    await checkNameIsFree(scope.em, username);
    const email = await askText(options.email, json, {
      message: 'Email',
      flag: '--email',
      schema: zEmail,
    });
    const role = await askChoice(options.role, json, { message: 'Role', flag: '--role', choices: ROLES });
    const password = await askNewPassword(options.passwordStdin, json, 'Password');
    return accounts.create({ ...parseInput(zNewAccount, { username, email, password }), role });
  });
  printResult(json, { user }, () => `Created ${user.role} ${user.username} (id ${user.user_id}).`);
}

async function list(options: GlobalOptions & { search?: string }): Promise<void> {
  const found = await withServices(options, ({ accountAdmin }) => accountAdmin.list(options.search));
  printResult(options.json, { data: found }, () =>
    found.length ? `${usersTable(found)}\n\n${counted(found.length, 'account')}` : 'No accounts.',
  );
}

async function setRole(username: string, role: Role, options: GlobalOptions): Promise<void> {
  await withServices(options, async ({ accounts, scope }) => {
    const account = await requireAccount(scope.em, username);
    const hasRole = account.role === role;
    const user = await accounts.setRole(account.userId, role);
    const outcome = hasRole ? 'is already' : 'is now';
    printResult(options.json, { user }, () => `${user.username} ${outcome} ${user.role}.`);
  });
}

export function usersCommands(program: CliCommand): void {
  const users = program
    .command('users')
    .description('manage accounts: create, roles, suspension, passwords, sessions, data');

  users
    .command('create')
    .description('create an account; prompts for missing values')
    .option('--username <name>', '3 to 50 letters A to Z, digits, dots, hyphens and underscores')
    .option('--email <address>', 'email address')
    .addOption(new Option('--role <role>', 'the role of the account').choices(ROLES))
    .option('--password-stdin', 'read the password from standard input, without the final line break')
    .example(
      'users create',
      `printf %s "$PASSWORD" | npm run -s cli -- users create --username ash --email ash@example.org \\
    --role admin --password-stdin`,
    )
    .runs(create);

  users
    .command('list')
    .description('list accounts by name')
    .option('--search <text>', 'only accounts whose name or email address contains this text')
    .example('users list --search ash')
    .runs(list);

  users
    .command('set-role')
    .description("change an account's role; takes effect with its next request")
    .argument('<username>', 'username or email address')
    .addArgument(new Argument('<role>', 'the new role').choices(ROLES))
    .example('users set-role ash checker')
    .runs(setRole);

  userSecurityCommands(users);
  userDataCommands(users);
}
