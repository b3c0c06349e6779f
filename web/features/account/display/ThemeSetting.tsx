import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { type MantineColorScheme, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { appearanceText as text } from '#texts/settings.ts'

export function ThemeSetting() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const id = useId()
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" fw={500} id={id}>
        {text.theme}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        data={Object.entries(text.themes).map(([value, label]) => ({ value, label }))}
        value={colorScheme}
        onChange={scheme => setColorScheme(scheme as MantineColorScheme)}
      />
    </Stack>
  )
}
