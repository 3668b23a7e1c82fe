// Labels
