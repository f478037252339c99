// Starts the app: stored settings first, then the words, then the screens.
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followProfile } from './app/follow-profile.ts';
import { followWallet } from './app/follow-wallet.ts';
import { startI18n } from './app/i18n.ts';
import { preloadScreen } from './app/routes.tsx';
import { runLiveUpdates } from './lib/socket/live.ts';
import { startOnboarding } from './lib/stores/onboarding.ts';
import { followOtherTabs } from './lib/stores/session.ts';
import { applyTheme } from './lib/stores/theme.ts';
import './theme/index.css';

startOnboarding();
applyTheme();
followOtherTabs();
preloadScreen(window.location.pathname);
await startI18n();
runLiveUpdates();
followProfile();
followWallet();

// As a transition: what is drawn first is drawn in small pieces between which the page answers.
startTransition(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
