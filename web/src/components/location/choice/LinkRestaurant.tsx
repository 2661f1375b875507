import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { messages } from '@/lib/messages';

/** The way on for who has no location yet. */
export function LinkRestaurant() {
  return (
    <Button component={Link} to="/link-restaurant">
      {messages.locations.linkTitle}
    </Button>
  );
}
