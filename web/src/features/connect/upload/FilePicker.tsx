import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { messages } from '@/lib/messages';
import { ACCEPTED } from './chosenFiles';
import classes from './FilePicker.module.css';

const words = messages.upload;

interface FilePickerProps {
  label: string;
  onFiles: (files: File[]) => void;
  /** Not the main action of the page. */
  secondary?: boolean;
}

/** Opens the device's picker for several files; files may also be dropped on it. */
export function FilePicker({ label, onFiles, secondary = false }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [over, setOver] = useState(false);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  const give = (files: FileList | null) => {
    if (files !== null && files.length > 0) onFiles([...files]);
  };
  return (
    <section
      className={classes.zone}
      data-over={over || undefined}
      aria-label={label}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        give(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        hidden
        aria-label={label}
        onChange={(event) => {
          give(event.currentTarget.files);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant={secondary ? 'default' : 'filled'}
        leftSection={<IconFileUpload size={18} aria-hidden />}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <p className={classes.drop}>{words.drop}</p>
      <p className={classes.hint} id={hint}>
        {words.kinds}
      </p>
    </section>
  );
}
