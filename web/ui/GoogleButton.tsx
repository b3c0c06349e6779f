import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'

/** A page of its own follows, so it is a link and not a call. `redirect`: where one wants to be afterwards. */
export function GoogleButton({
  label,
  redirect,
  purpose,
  size = 'md',
}: {
  label: string
  redirect?: string
  purpose?: 'confirm'
  size?: 'sm' | 'md'
}) {
  const query = new URLSearchParams({ ...(purpose && { purpose }), ...(redirect && { redirect }) })
  return (
    <Button
      component="a"
      href={`/api/auth/google${query.size > 0 ? `?${query}` : ''}`}
      variant="default"
      size={size}
      leftSection={<IconBrandGoogle size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
