import '#web/ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/lib/query-client.ts'
import { router } from '#web/router.tsx'
import { resolveVariables, theme } from '#web/ui/theme.ts'

// A page that the browser kept alive behind the back button may belong to somebody who has since signed out.
window.addEventListener('pageshow', event => {
  if (event.persisted) window.location.reload()
})

if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
