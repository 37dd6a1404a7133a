"""Games that peers have too: the measure of our speed, and the smallest examples of our style."""
