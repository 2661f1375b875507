import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';

import { touchTarget } from '@/theme/touchTarget';

interface IconButtonProps
  extends ActionIconProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  icon: Icon;
  /** The action, for screen readers. */
  label: string;
}

/** A round button of 44 px that shows an icon. */
export function IconButton({ icon: Glyph, label, ...rest }: IconButtonProps) {
  return (
    <ActionIcon
      size={touchTarget}
      radius="xl"
      variant="subtle"
      color="gray"
      aria-label={label}
      {...rest}
    >
      <Glyph size={22} stroke={1.75} aria-hidden color="var(--sf-text)" />
    </ActionIcon>
  );
}
