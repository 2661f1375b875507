import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { failureText, isApiError, type Location, useLinkRestaurantMutation } from '@/api';
import { messages } from '@/lib/messages';
import { isPosID, linkCodeLength, normalizeLinkCode } from '@/lib/validation/location';
import { useBlocking } from '@/state/useBlocking';
import formClasses from '../form/Form.module.css';
import { FormError } from '../form/FormError';
import { SubmitBar } from '../form/SubmitBar';
import { showToast } from '../toast/toast';

const { locations } = messages;

interface LinkLocationFormProps {
  onLinked?: (location: Location) => void;
  /** Below the primary button. */
  children?: ReactNode;
}

/** Links a location: its ID, and the link code that came with it. */
export function LinkLocationForm({ onLinked, children }: LinkLocationFormProps) {
  const [link, { isLoading }] = useLinkRestaurantMutation();
  const [failure, setFailure] = useState<string | null>(null);
  useBlocking(isLoading);
  const form = useForm({
    initialValues: { posID: '', linkCode: '' },
    validateInputOnBlur: true,
    validate: { posID: checkPosID, linkCode: checkLinkCode },
  });

  const submit = form.onSubmit(async ({ posID, linkCode }) => {
    setFailure(null);
    try {
      const { body } = await link({
        linkRestaurantRequest: {
          posID: posID.trim(),
          linkCode: normalizeLinkCode(linkCode),
        },
      }).unwrap();
      showToast({ severity: 'success', detail: locations.linked });
      onLinked?.(body);
    } catch (error) {
      setFailure(linkError(error));
    }
  });

  return (
    <form className={formClasses.form} onSubmit={submit} noValidate>
      <FormError text={failure} />
      <TextInput
        label={locations.posID}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('posID')}
      />
      <TextInput
        label={locations.linkCode}
        description={locations.linkCodeHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.getInputProps('linkCode')}
      />
      <SubmitBar label={locations.link} busy={isLoading}>
        {children}
      </SubmitBar>
    </form>
  );
}

function checkPosID(value: string): string | null {
  if (value.trim() === '') return locations.posIDRequired;
  return isPosID(value.trim()) ? null : locations.posIDInvalid;
}

function checkLinkCode(value: string): string | null {
  const code = normalizeLinkCode(value);
  if (code === '') return locations.linkCodeRequired;
  return code.length === linkCodeLength ? null : locations.linkCodeInvalid;
}

/** A wrong code and the location of another owner give the same message, so that neither is revealed. */
function linkError(error: unknown): string {
  const refusal = isApiError(error) ? error : undefined;
  switch (refusal?.status) {
    case 400:
    case 403:
    case 404:
      return locations.linkWrong;
    case 409:
      return refusal.message || locations.linkFailed;
    default:
      return failureText(error, locations.linkFailed);
  }
}
