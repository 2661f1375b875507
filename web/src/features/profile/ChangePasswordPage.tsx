import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText, isApiError, useChangePasswordMutation } from '@/api';
import { FormError } from '@/components/form/FormError';
import { PasswordField } from '@/components/form/PasswordField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { TopBar } from '@/components/navigation/TopBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { checkPassword, required } from '@/lib/validation/rules';
import { useAppSelector } from '@/state/hooks';
import { useBlocking } from '@/state/useBlocking';
import classes from './ProfilePage.module.css';

const { account: words } = messages;

/** /profile/password: changes the password, with the old one. */
export function Component() {
  const navigate = useNavigate();
  const email = useAppSelector((state) => state.session.user?.email ?? '');
  const [change, { isLoading }] = useChangePasswordMutation();
  const [failure, setFailure] = useState<string | null>(null);
  useBlocking(isLoading);
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    validateInputOnBlur: true,
    validate: {
      oldPassword: required(words.oldPasswordRequired),
      newPassword: checkPassword,
    },
  });

  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      await change({ changePasswordRequest: { ...values } }).unwrap();
      showToast({ severity: 'success', detail: words.changed });
      await navigate('/profile');
    } catch (error) {
      const refusal = isApiError(error) ? error : undefined;
      const field = refusal?.status === 400 ? refusal.field : undefined;
      if (field === 'oldPassword') form.setFieldError(field, words.oldPasswordWrong);
      else if (field === 'newPassword') {
        const text = fieldMessage(words.newPassword, refusal?.message ?? '');
        form.setFieldError(field, text || words.changeFailed);
      } else setFailure(failureText(error, words.changeFailed));
    }
  });

  return (
    <>
      <TopBar swipe title={words.password} back="/profile" />
      <div className={classes.page}>
        <p className={classes.hint}>{words.passwordSentence}</p>
        <form className={classes.form} onSubmit={submit} noValidate>
          <FormError text={failure} />
          {/* For password managers: the user of this password. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <PasswordField label={words.oldPassword} {...form.getInputProps('oldPassword')} />
          <PasswordField label={words.newPassword} fresh {...form.getInputProps('newPassword')} />
          <SubmitBar label={words.password} busy={isLoading} />
        </form>
      </div>
    </>
  );
}
