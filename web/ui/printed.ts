import './printed.css'

// A page in the dark colour scheme is printed in the light scheme, because paper is white, and then becomes dark again.
const root = document.documentElement
addEventListener('beforeprint', () => {
  const { mantineColorScheme: scheme } = root.dataset
  root.dataset.mantineColorScheme = 'light'
  addEventListener(
    'afterprint',
    () => {
      root.dataset.mantineColorScheme = scheme
    },
    { once: true },
  )
})
