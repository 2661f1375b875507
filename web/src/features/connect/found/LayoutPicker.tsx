import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FormError } from '@/components/form/FormError';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import type { ImportSteps } from '../useImportSteps';
import { refusalText } from '../words';

const words = messages.importFiles;
const MOST_LAYOUT_BYTES = 200_000;

/** Reads the files with a layout that was saved. */
export function LayoutPicker({ steps: { say, busy } }: { steps: ImportSteps }) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const use = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MOST_LAYOUT_BYTES) return setFailure(words.layoutLarge);
    setFailure(null);
    try {
      const said = await say({ layouts: await file.text() });
      if (said) showToast({ severity: 'success', detail: words.layoutSent });
    } catch (error) {
      setFailure(refusalText(error, words.layoutFailed));
    }
  };
  return (
    <>
      <FormError text={failure} />
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,application/yaml,text/yaml"
        hidden
        aria-label={words.useLayout}
        onChange={(event) => {
          void use(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <p className={page.hint}>{words.layoutHint}</p>
      <div className={page.buttons}>
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          loading={busy === 'answer'}
          onClick={() => input.current?.click()}
        >
          {words.useLayout}
        </Button>
      </div>
    </>
  );
}
