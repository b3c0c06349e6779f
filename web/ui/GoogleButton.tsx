import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'

/** A page of its own follows, so it is a link and not a call. */
export function GoogleButton({ label }: { label: string }) {
  return (
    <Button
      component="a"
      href="/api/auth/google"
      variant="default"
      size="md"
      leftSection={<IconBrandGoogle size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
