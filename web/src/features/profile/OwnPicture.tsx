import { Avatar } from '@mantine/core';
import { gatewayOrigin } from '@/lib/http/gateway';

interface OwnPictureProps {
  /** As the API gives it; `null`: the initials. */
  url: string | null;
  name: string;
  /** Pixels. */
  size: number;
}

/** The picture of a person; decorative, since their name stands beside it. */
export function OwnPicture({ url, name, size }: OwnPictureProps) {
  const src = url?.startsWith('/') ? `${gatewayOrigin()}${url}` : url;
  return <Avatar src={src} name={name} size={size} radius="50%" color="brand" alt="" />;
}
