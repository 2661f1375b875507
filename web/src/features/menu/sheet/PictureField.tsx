import { Button, FileButton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { ItemPicture } from '@/components/picture/ItemPicture';
import { type ChosenPicture, readPicture } from '@/components/picture/readPicture';
import { Spinner } from '@/components/skeleton/Spinner';
import { messages } from '@/lib/messages';
import classes from './ItemSheet.module.css';

const words = messages.picture;

/** The change of an item's picture at saving. */
export type PictureChoice =
  | { kind: 'keep' }
  | { kind: 'remove' }
  | { kind: 'new'; picture: ChosenPicture };

interface PictureFieldProps {
  /** The current picture. */
  url: string | null;
  choice: PictureChoice;
  onChoose: (choice: PictureChoice) => void;
  error: string | null;
  onError: (error: string) => void;
}

/** Chooses or takes a picture; it is resized here and sent when the form is saved. */
export function PictureField({ url, choice, onChoose, error, onError }: PictureFieldProps) {
  const [reading, setReading] = useState(false);
  const reset = useRef<() => void>(null);
  const labelId = useId();
  const errorId = useId();

  const take = async (file: File | null) => {
    if (file === null) return;
    setReading(true);
    const picture = await readPicture(file);
    setReading(false);
    // So that the same file can be chosen again.
    reset.current?.();
    if (picture === null) onError(words.unreadable);
    else onChoose({ kind: 'new', picture });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out.
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={error === null ? undefined : errorId}
      className={classes.section}
    >
      <span id={labelId} className={classes.legend}>
        {words.label}
      </span>
      <div className={classes.picture}>
        {choice.kind === 'new' ? (
          <img className={classes.preview} src={choice.picture.dataUrl} alt="" />
        ) : (
          <ItemPicture url={choice.kind === 'keep' ? url : null} size={6} />
        )}
        <div className={classes.buttons}>
          <FileButton
            resetRef={reset}
            accept="image/*"
            onChange={(file) => void take(file)}
            inputProps={{ 'aria-label': words.choose }}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                loading={reading}
                leftSection={<IconCamera size={18} aria-hidden />}
              >
                {url === null && choice.kind !== 'new' ? words.choose : words.other}
              </Button>
            )}
          </FileButton>
          {choice.kind !== 'keep' ? (
            <Button variant="default" onClick={() => onChoose({ kind: 'keep' })}>
              {words.undo}
            </Button>
          ) : (
            url !== null && (
              <Button variant="default" onClick={() => onChoose({ kind: 'remove' })}>
                {words.remove}
              </Button>
            )
          )}
        </div>
      </div>
      <p className={classes.hint}>{choice.kind === 'remove' ? words.willRemove : words.hint}</p>
      <p id={errorId} role="alert" className={classes.error}>
        {error}
      </p>
      {reading && <Spinner size="sm" />}
    </div>
  );
}
