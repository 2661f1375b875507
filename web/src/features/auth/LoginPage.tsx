import { Alert, Anchor, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useLoginMutation } from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { FormPage } from '@/components/form/FormPage';
import { PasswordField } from '@/components/form/PasswordField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { bodyOf, currentSubscription, type SubscriptionBody } from '@/lib/push/browser';
import { read, write } from '@/lib/storage/storage';
import { normalizeEmail } from '@/lib/validation/email';
import { checkEmail, required } from '@/lib/validation/rules';
import { useAppDispatch } from '@/state/hooks';
import { endPending } from '@/state/session/pendingLogout';
import { rememberSession, signedIn, toUser } from '@/state/session/session';
import { useBlocking } from '@/state/useBlocking';
import { loginError } from './loginError';
import { mailedToOf } from './mailedTo';

const auth = messages.auth;
const fields = messages.fields;

/** The push subscription that an earlier session of this browser left: the new session takes it over. */
async function earlierSubscription(): Promise<SubscriptionBody | null> {
  const subscription = await currentSubscription().catch(() => null);
  return subscription && bodyOf(subscription);
}

export function Component() {
  const dispatch = useAppDispatch();
  const { search, state } = useLocation();
  const mailedTo = mailedToOf(state);
  const [login, { isLoading }] = useLoginMutation();
  const [failure, setFailure] = useState<string | null>(null);
  useBlocking(isLoading);
  const form = useForm({
    initialValues: {
      email: mailedTo ?? read('userName') ?? '',
      password: '',
      rememberMe: read('rememberMe') ?? true,
    },
    validateInputOnBlur: true,
    validate: { email: checkEmail, password: required(fields.passwordRequired) },
  });

  const submit = form.onSubmit(async ({ email, password, rememberMe }) => {
    setFailure(null);
    try {
      await dispatch(endPending());
      const push = await earlierSubscription();
      const { body } = await login({
        loginRequest: {
          username: normalizeEmail(email),
          password,
          rememberMe,
          ...(push && { firebaseNotificationToken: JSON.stringify(push) }),
        },
      }).unwrap();
      const user = toUser(body);
      rememberSession(user, rememberMe);
      if (push) write('push_endpoint', push.endpoint);
      showToast({ severity: 'success', detail: auth.loggedIn, key: 'session' });
      // The guard of this page redirects.
      dispatch(signedIn(user));
    } catch (error) {
      setFailure(loginError(error));
    }
  });

  return (
    <FormPage title={auth.loginTitle} sentence={messages.app.sentence}>
      <form className={formClasses.form} onSubmit={submit} noValidate>
        {mailedTo !== null && (
          <Alert
            variant="outline"
            color="brand"
            icon={<IconMail aria-hidden />}
            role="status"
            styles={{ message: { color: 'var(--sf-text)', overflowWrap: 'anywhere' } }}
          >
            {auth.mailed(mailedTo)}
          </Alert>
        )}
        <FormError text={failure} />
        <TextInput
          label={fields.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <PasswordField label={fields.password} {...form.getInputProps('password')} />
        <Checkbox
          size="md"
          label={auth.rememberMe}
          description={auth.rememberMeHint}
          {...form.getInputProps('rememberMe', { type: 'checkbox' })}
        />
        <SubmitBar label={auth.login} busy={isLoading}>
          <Anchor
            component={Link}
            to={{ pathname: '/auth/register', search }}
            className={formClasses.link}
          >
            {auth.toSignUp}
          </Anchor>
          <Anchor
            component={Link}
            to={{ pathname: '/auth/forgot', search }}
            className={formClasses.link}
          >
            {auth.forgot}
          </Anchor>
        </SubmitBar>
      </form>
    </FormPage>
  );
}
