import { useEffect, useState } from 'react';
import { InfoSheet } from '@/components/sheet/InfoSheet';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { type Info, infoClosed } from '@/state/ui';

/** The app's one info dialog, opened from anywhere with `infoOpened`. */
export function InfoDialog() {
  const dispatch = useAppDispatch();
  const info = useAppSelector((state) => state.ui.info);
  // The text stays while the sheet slides out.
  const [shown, setShown] = useState<Info>({ title: '', detail: '' });
  useEffect(() => {
    if (info) setShown(info);
  }, [info]);
  return (
    <InfoSheet
      opened={info !== null}
      {...(info ?? shown)}
      onClose={() => {
        dispatch(infoClosed());
      }}
    />
  );
}
