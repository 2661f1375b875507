import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { failureText, isApiError, useCreateIngestKeyMutation } from '@/api';
import { CopyValue } from '@/components/buttons/CopyValue';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { useAtLocation } from '@/components/location/atLocation';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { useOneAtATime } from '@/state/useOneAtATime';

const words = messages.ingestKeys;
const mostCharacters = 200;

interface NewKeySheetProps {
  posID: string;
  opened: boolean;
  onClose: () => void;
}

/** Makes an ingest key, and shows its secret once. */
export function NewKeySheet({ posID, opened, onClose }: NewKeySheetProps) {
  const at = useAtLocation(posID);
  return (
    <BottomSheet opened={opened} onClose={onClose} title={`${words.createTitle}${at}`}>
      <NewKey posID={posID} onDone={onClose} />
    </BottomSheet>
  );
}

/** Mounted only while the sheet is open: the secret is gone with it. */
function NewKey({ posID, onDone }: { posID: string; onDone: () => void }) {
  const [create, { data, isLoading }] = useCreateIngestKeyMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const form = useForm({
    initialValues: { name: '' },
    validate: {
      name: (name) => {
        const { length } = [...name.trim()];
        if (length === 0) return words.nameRequired;
        return length > mostCharacters ? words.nameLong : null;
      },
    },
  });
  if (data) return <CreatedKey secret={data.body.ingestKey} onDone={onDone} />;

  const send = async (name: string) => {
    setFailure(null);
    try {
      await create({ createIngestKeyRequest: { posID, name } }).unwrap();
    } catch (error) {
      const text = failureText(error, words.createFailed);
      if (isApiError(error) && error.field === 'name') form.setFieldError('name', text);
      else setFailure(text);
    }
  };
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={form.onSubmit(({ name }) => void oneAtATime(() => send(name.trim())))}
    >
      <FormError text={failure} />
      <TextInput
        label={words.name}
        description={words.nameHint}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SubmitBar label={words.create} busy={isLoading} />
    </form>
  );
}

function CreatedKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack gap="sm">
      <Text role="status">{words.created}</Text>
      <CopyValue value={secret} label={words.key} />
      <Button fullWidth onClick={onDone}>
        {words.done}
      </Button>
    </Stack>
  );
}
