import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { messages } from '@/lib/messages';

/** Leads a person without a location to linking one. */
export function LinkRestaurant() {
  return (
    <Button component={Link} to="/link-restaurant">
      {messages.locations.linkTitle}
    </Button>
  );
}
