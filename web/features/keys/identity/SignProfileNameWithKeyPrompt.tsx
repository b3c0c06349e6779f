import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { nameText as text } from '#texts/keys.ts'
import { useProfileNameAndSignedName, useSignProfileNameWithKey } from '#web/features/keys/keys.api.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'

/** Asks the user to sign the name of the profile with the identity key, unless it is already signed. */
export function SignProfileNameWithKeyPrompt({ keys, identity }: { keys: MyKeys; identity: Identity }) {
  const { fullName, signed } = useProfileNameAndSignedName(identity, keys)
  const signing = useSignProfileNameWithKey(identity, keys)
  if (signed === undefined || signed === fullName) return null
  return (
    <Alert color="emas" icon={<IconSignature aria-hidden />} title={text.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {signed === null ? text.none({ shown: fullName }) : text.differs({ signed, shown: fullName })}
        </Text>
        <Button size="xs" loading={signing.isPending} onClick={() => signing.mutate()}>
          {text.sign({ shown: fullName })}
        </Button>
      </Stack>
    </Alert>
  )
}
