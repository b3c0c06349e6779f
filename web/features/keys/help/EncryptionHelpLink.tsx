import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { keysText as text } from '#texts/keys.ts'

export function EncryptionHelpLink() {
  return (
    <Anchor
      component={Link}
      to="/help/encryption"
      size="sm"
      className="lone"
      style={{ whiteSpace: 'nowrap' }}
    >
      {text.help}
    </Anchor>
  )
}
