import { Button, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import styles from '#web/features/account/Settings.module.css'
import { installText as text } from '#web/features/account/settings.text.ts'
import { showInstallPrompt, useInstallMethod } from '#web/lib/device/install-prompt.ts'

/** Install button where the browser offers one; otherwise instructions for adding the app to the home screen. */
export function InstallInstructions() {
  const method = useInstallMethod()
  if (method === 'installed') return <Text size="sm">{text.installed}</Text>
  if (method === 'offer') {
    return (
      <Button leftSection={<IconDeviceMobile size={18} aria-hidden />} onClick={showInstallPrompt}>
        {text.install}
      </Button>
    )
  }
  return (
    <ol className={styles.steps}>
      {text.steps[method].map(step => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
