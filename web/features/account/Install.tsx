import { Button, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { install, useInstallWay } from '#web/lib/install.ts'
import styles from './Settings.module.css'
import { installText as text } from './settings.text.ts'

/** How the program comes onto the home screen, which every browser does in its own way. */
export function Install() {
  const way = useInstallWay()
  if (way === 'installed') return <Text size="sm">{text.installed}</Text>
  if (way === 'offer') {
    return (
      <Button leftSection={<IconDeviceMobile size={18} aria-hidden />} onClick={install}>
        {text.install}
      </Button>
    )
  }
  return (
    <ol className={styles.steps}>
      {text.steps[way].map(step => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
