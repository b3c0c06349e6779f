import { Button, Flex, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { installText as text } from '#texts/settings.ts'
import { showInstallPrompt, useAppInstallMethod } from '#web/lib/device/install-prompt.ts'

/** Install button where the browser offers one; otherwise instructions for adding the app to the home screen. */
export function InstallInstructions() {
  const method = useAppInstallMethod()
  if (method === 'installed') return <Text size="sm">{text.installed}</Text>
  if (method === 'offer') {
    return (
      <Button leftSection={<IconDeviceMobile size={18} aria-hidden />} onClick={showInstallPrompt}>
        {text.install}
      </Button>
    )
  }
  return (
    <Flex component="ol" direction="column" gap={6} pl={20} fz="sm" style={{ listStyle: 'revert' }}>
      {text.steps[method].map(step => (
        <li key={step}>{step}</li>
      ))}
    </Flex>
  )
}
