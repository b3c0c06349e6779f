import { Button, List, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { install, useInstallWay } from '#web/lib/install.ts'
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
    <List type="ordered" size="sm" spacing={6}>
      {text.steps[way].map(step => (
        <List.Item key={step}>{step}</List.Item>
      ))}
    </List>
  )
}
